import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { dropGuidance, markGuidance } from '../../store/documents/markdown/guidance.ts'
import { readSection, sectionsOfMarkdown } from '../../store/documents/markdown/markdown.ts'
import { markdownLines } from '../../store/documents/markdown/markdown-lines.ts'
import type { Spec } from '../model.ts'
import { type FieldRow, TABLE, type WrittenStage } from '../stages.ts'

export type StageValues = Readonly<Record<string, string | undefined>>

/** A stage's file from its texts: guided explains each section in a block quote, expert does not. */
export function printDocument(
  stage: WrittenStage,
  values: StageValues,
  { mode, template }: { mode: Spec['mode']; template: string },
): string {
  const guided = mode === 'guided'
  const parts = TABLE[stage].fields.flatMap(field => {
    const value = values[field.key]?.trim() ?? ''
    return value === '' ? [] : [sectionOf(field, nested(value), guided ? hintOf(template, field) : '')]
  })
  return `${[`# ${TABLE[stage].title}`, ...(guided ? [introOf(template)] : []), ...parts].filter(Boolean).join('\n\n')}\n`
}

/** The same with nothing in it, to be filled in and given back. */
export function printBlank(stage: WrittenStage, { mode, template }: { mode: Spec['mode']; template: string }): string {
  const guided = mode === 'guided'
  const parts = TABLE[stage].fields.map(field => sectionOf(field, '', guided ? hintOf(template, field) : ''))
  return `${[`# ${TABLE[stage].title}`, ...(guided ? [introOf(template)] : []), ...parts].filter(Boolean).join('\n\n')}\n`
}

/** The texts of a filled-in document, by their fields; explanations that were left in it are no text. */
export function readDocument(stage: WrittenStage, document: string): Record<string, string> {
  const { fields } = TABLE[stage]
  const unknown = sectionsOfMarkdown(document).find(
    ({ level, title }) => level === 2 && fieldTitled(fields, title) === undefined,
  )
  if (unknown !== undefined)
    throw refuse(
      'usage',
      `Line ${unknown.line} has the heading "${unknown.title}", and ${stage} has ${fields.map(({ title }) => title).join(', ')}.`,
      { target: 'document', fix: shell`furrow spec template ${stage}` },
    )
  const found = sectionsOfMarkdown(document).filter(({ level }) => level === 2)
  const entries = found.flatMap(({ title }) => {
    const field = fieldTitled(fields, title)
    const value = dropGuidance(readSection(document, `## ${title}`) ?? '').trim()
    return field === undefined || value === '' ? [] : [[field.key, value] as const]
  })
  const titles = fields.map(({ title }) => `## ${title}`).join(', ')
  if (entries.length === 0)
    throw refuse(
      'usage',
      found.length > 0
        ? `Nothing is written below the headings of ${stage}: ${titles}.`
        : `The document has none of the headings of ${stage}: ${titles}.`,
      {
        target: 'document',
        fix: shell`furrow spec template ${stage}`,
      },
    )
  return Object.fromEntries(entries)
}

/** Headings inside a section stand below its own. */
export function nested(text: string): string {
  const levels = sectionsOfMarkdown(text).map(({ level }) => level)
  const shift = Math.max(0, 3 - Math.min(...levels, 7))
  if (shift === 0) return text
  return markdownLines(text)
    .lines.map(({ text: line, opaque }) =>
      opaque
        ? line
        : line.replace(
            /^( {0,3})(#{1,6})(?=[ \t]|$)/,
            (_, indent, marks) => `${indent}${'#'.repeat(Math.min(6, marks.length + shift))}`,
          ),
    )
    .join('\n')
}

function sectionOf({ title }: FieldRow, value: string, hint: string): string {
  return [`## ${title}`, hint, value].filter(part => part !== '').join('\n\n')
}

function hintOf(template: string, { title }: FieldRow): string {
  return markGuidance(readSection(template, `## ${title}`) ?? '')
}

/** What a template says of its stage as a whole. */
export function introOf(template: string): string {
  const [first] = sectionsOfMarkdown(template)
  const next = sectionsOfMarkdown(template).find(({ level }) => level === 2)
  return markGuidance(template.slice(first?.bodyStart ?? 0, next?.start).trim())
}

function fieldTitled(fields: readonly FieldRow[], title: string): FieldRow | undefined {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/\(.*\)/, '')
      .replace(/[^a-z]+/g, ' ')
      .trim()
  return fields.find(field => plain(field.title) === plain(title) || plain(field.key) === plain(title))
}
