import type { Lab } from '../lab.ts'

export const CODE = `/** Signs a person in and sets the session cookie. */
export function login(name: string): string {
  const session = name.toUpperCase()
  return setCookie('session', session)
}

/** A cookie that no script of a page can read. */
function setCookie(key: string, value: string): string {
  return [key, value, 'HttpOnly'].join('; ')
}
`

/** A thread with an answer that somebody wrote, one by passages, and one that is waited for. */
export async function makeThread(lab: Lab): Promise<string> {
  lab.write('src/login.ts', CODE)
  lab.write('src/logout.ts', 'export function logout(): string {\n  return "session=; Max-Age=0"\n}\n')
  const { thread_id, turn_id } = await lab.call('ask.answer', {
    question: 'Where is the session cookie set?',
    way: 'client',
  })
  await lab.call('ask.store', {
    thread_id,
    turn_id,
    synthesis: 'By `setCookie`, src/login.ts:8.\n\n| who | where |\n| --- | --- |\n| `login` | src/login.ts:2 |\n',
  })
  await lab.call('ask.answer', { question: 'And how is it removed?', thread_id, way: 'extract' })
  await lab.call('ask.answer', { question: 'Is it HttpOnly?', thread_id, way: 'client' })
  await lab.call('thread.update', { id: thread_id, tags: ['login'] })
  return thread_id
}
