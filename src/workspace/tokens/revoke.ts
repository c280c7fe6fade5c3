import { implement } from '../call.ts'
import * as contracts from './contracts.ts'
import { removeToken } from './tokens.ts'

export const revoke = implement(() => contracts.revoke, {
  async run({ home }, { name }) {
    removeToken(home, name)
    return { name }
  },
  render: ({ name }) => `Token ${name} is ended.`,
})
