import { command } from '../_shared/utils.ts'

const MOST_FILES = 20

/** The files that name a flag, as git sees them; nothing where there is no git to ask. */
export async function referencesTo(
  name: string,
  { root, except, signal }: { root: string; except: readonly string[]; signal: AbortSignal },
) {
  const apart = ['.sdlc', ...except].map(place => `:(exclude)${place}`)
  const line = ['git', 'grep', '--untracked', '-l', '-F', '-I', '-e', name, '--', '.', ...apart]
  const { code, stdout } = await command(line, { cwd: root, signal })
  if (code > 1) return undefined
  return stdout
    .split('\n')
    .filter(file => file !== '')
    .slice(0, MOST_FILES)
}
