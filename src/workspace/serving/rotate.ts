import { implement } from '../call.ts'
import * as contracts from './contracts.ts'
import { rotateServerToken } from './token.ts'

export const rotateToken = implement(() => contracts.rotateToken, {
  async run({ home }) {
    rotateServerToken(home)
    return { file: home.file('token') }
  },
  render: ({ file }) => `A new token is in ${file}.`,
})
