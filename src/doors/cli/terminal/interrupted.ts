/** The person pressed Ctrl-C at a question: no failure to explain, exit code 130. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
}
