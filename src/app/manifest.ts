import fs from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import { exampleInput } from '../operation/command/example.ts'
import type { Contract } from '../operation/contract.ts'
import type { GuideEntry, JsonSchema, Manifest, OperationEntry } from '../operation/manifest.ts'
import { domains } from './registry.ts'
import { resources } from './resources.ts'
import { whyNotServable } from './rules/serving-rules.ts'

/** Everything the doors need to know, from the list of contracts and the folder of guides. */
export async function makeManifest(packageRoot: string): Promise<Manifest> {
  const operations: OperationEntry[] = []
  for (const [domain, { contracts }] of Object.entries(domains)) {
    for (const [key, contract] of Object.entries(await contracts())) operations.push(entryOf(domain, key, contract))
  }
  const manifest: Manifest = {
    version: versionIn(packageRoot),
    operations: operations.sort((a, b) => (a.name < b.name ? -1 : 1)).map(withExample),
    resources: resources.map(({ load: _, ...entry }) => entry),
    guides: guidesIn(path.join(packageRoot, 'guides')),
  }
  const problems = whyNotServable(manifest)
  if (problems.length > 0) throw new Error(`The operations cannot be served:\n${problems.join('\n')}`)
  return manifest
}

function entryOf(domain: string, key: string, { mounts, ...contract }: Contract): OperationEntry {
  const [method = '', route = ''] = mounts.http?.route.split(' ') ?? []
  return {
    name: contract.name,
    domain,
    key,
    summary: contract.summary,
    effect: contract.effect,
    authority: contract.authority,
    ...(contract.preview !== undefined && { preview: contract.preview }),
    ...(contract.pins !== undefined && { pins: contract.pins }),
    input: schemaOf(contract.input, 'input'),
    output: schemaOf(contract.output, 'output'),
    ...(mounts.mcp !== undefined && { mcp: mounts.mcp }),
    ...(mounts.cli !== undefined && { cli: mounts.cli }),
    ...(mounts.http !== undefined && {
      http: {
        method,
        path: route,
        ...(mounts.http.statuses !== undefined && { statuses: mounts.http.statuses }),
        ...(mounts.http.stream !== undefined && { stream: mounts.http.stream }),
      },
    }),
  }
}

function withExample(entry: OperationEntry): OperationEntry {
  const example = entry.mcp === undefined ? undefined : exampleInput(entry)
  return example === undefined ? entry : { ...entry, example }
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema
  return rest
}

function guidesIn(folder: string): GuideEntry[] {
  if (!fs.existsSync(folder)) return []
  return fs
    .readdirSync(folder)
    .filter(file => file.endsWith('.md'))
    .sort()
    .map(file => guideOf(file, fs.readFileSync(path.join(folder, file), 'utf8')))
}

/** A guide opens with `# Title`, then one paragraph that says what it is for. */
function guideOf(file: string, text: string): GuideEntry {
  const [, title = '', summary = ''] = /^# (.+)\n+([^\n]+)/.exec(text) ?? []
  if (title === '' || summary === '') throw new Error(`guides/${file} has no title with a summary line below it`)
  return { name: file.replace(/\.md$/, ''), title, summary, file }
}

function versionIn(packageRoot: string): string {
  const { version } = JSON.parse(fs.readFileSync(path.join(packageRoot, 'package.json'), 'utf8')) as { version: string }
  return version
}
