import { confine } from '../../runs/spawn/sandbox.ts'

/** How well this system keeps a run together; what it lacks is said before somebody relies on it. */
export async function lookAtConfinement() {
  const { level, by } = await confine('best')
  if (by === 'bwrap')
    return [
      {
        level: 'ok' as const,
        message: 'Runs are confined by bubblewrap: secrets and projects are out of their reach.',
      },
    ]
  const held = level === 'namespace' ? 'in a PID namespace' : 'by process group alone'
  const message = `Runs are held together ${held}; nothing keeps agents and tools from your files. See SECURITY.md.`
  if (process.platform !== 'linux') return [{ level: 'ok' as const, message }]
  return [{ level: 'warning' as const, message, fix: 'sudo apt-get install bubblewrap' }]
}
