import fs from 'node:fs'
import path from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import { refuse } from '../../../operation/errors.ts'
import { shell } from '../../../shared/shell/shell.ts'
import type { Embedder } from '../port.ts'
import { MINILM, type WeightsFile } from './package.ts'
import { MOST_PIECES, SentenceModel } from './sentence-model.ts'
import { readTensors } from './weights.ts'
import { hasWeights } from './weights-folder.ts'
import { piecesOf, type Vocabulary } from './word-pieces.ts'

interface Loaded {
  readonly model: SentenceModel
  readonly vocabulary: Vocabulary
}

/** Read once for each process: it takes a second and 50 MB. */
const loaded = new Map<string, Loaded>()

/** A model that runs in this process, with the weights of a folder. Nothing leaves the machine. */
export function localEmbedder(folder: string): Embedder {
  return {
    name: `local ${MINILM.model}`,
    async embed(texts, signal) {
      const { model, vocabulary } = loadFrom(folder)
      const vectors: Float32Array[] = []
      for (const text of texts) {
        signal?.throwIfAborted()
        vectors.push(model.vectorOf(piecesOf(text, vocabulary, MOST_PIECES)))
        await breathe()
      }
      return vectors
    },
  }
}

function loadFrom(folder: string): Loaded {
  const known = loaded.get(folder)
  if (known !== undefined) return known
  if (!hasWeights(folder, MINILM))
    throw refuse('invalid_state', `The weights of ${MINILM.model} are not on this machine.`, {
      target: folder,
      fix: shell`furrow ask vectors add local`,
    })
  const read = (name: WeightsFile) => fs.readFileSync(path.join(folder, name))
  const tokenizer = JSON.parse(read('tokenizer.json').toString('utf8')) as { model: { vocab: Record<string, number> } }
  const made = {
    model: new SentenceModel(readTensors(read('manifest.json').toString('utf8'), read('weights.bin'))),
    vocabulary: new Map(Object.entries(tokenizer.model.vocab)),
  }
  loaded.set(folder, made)
  return made
}
