import * as z from 'zod'
import { contract } from '../../operation/contract.ts'

const Uses = z.enum(['ask', 'memory'])

export const add = contract({
  name: 'ask.vectors_add',
  summary: 'Let a model that was trained on language find beside the words, in code, in memory or in both.',
  effect: 'write',
  authority: 'person',
  input: z.strictObject({
    maker: z
      .enum(['local', 'ollama', 'openai'])
      .describe(
        '`local` runs on this machine; `ollama` and `openai` (any compatible endpoint) are asked at an address.',
      ),
    for: z.array(Uses).min(1).max(2).default(['ask']).describe('What is searched with it.'),
    url: z.string().min(1).max(2000).optional().describe('The address of Ollama or of the endpoint.'),
    model: z.string().min(1).max(200).optional().describe('The model to ask for there.'),
    key: z
      .string()
      .regex(/^[A-Za-z_][A-Za-z0-9_]*$/)
      .max(200)
      .optional()
      .describe('The environment variable with the key of the endpoint.'),
    archive: z
      .string()
      .min(1)
      .max(4096)
      .optional()
      .describe('The package of weights as a file, for `local` without a network.'),
    confirmed: z.boolean().optional().describe('You agree to size, licence and source of the weights.'),
  }),
  output: z.object({ maker: z.string(), for: z.array(Uses), folder: z.string().optional() }),
  mounts: {
    cli: { path: 'ask vectors add', positionals: ['maker'], example: 'furrow ask vectors add local' },
    http: { route: 'POST /api/ask/vectors' },
  },
})

export const remove = contract({
  name: 'ask.vectors_remove',
  summary: 'Search code and memory without an added model again, and delete the weights that were added.',
  effect: 'write',
  authority: 'person',
  input: z.strictObject({}),
  output: z.object({
    settings: z.array(z.string()),
    /** The folder of weights that was deleted. */
    folder: z.string().optional(),
  }),
  mounts: {
    cli: { path: 'ask vectors remove', example: 'furrow ask vectors remove' },
    http: { route: 'DELETE /api/ask/vectors' },
  },
})
