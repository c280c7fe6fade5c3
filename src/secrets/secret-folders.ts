import fs from 'node:fs'
import path from 'node:path'
import type { Call, StorageContext } from '../workspace/call.ts'

/** Names alone: nothing is made by looking. */
export const identityFile = ({ home }: Pick<Call, 'home'>) => path.join(home.dir, 'secrets', 'identity.txt')
export const folderOf = ({ home, workspace }: StorageContext) => path.join(home.dir, 'secrets', workspace.repository.id)
export const vaultFile = (where: StorageContext, scope: string) => path.join(folderOf(where), `${scope}.age`)
export const grantsFile = (where: StorageContext) => path.join(folderOf(where), 'grants.json')
export const usesFile = (where: StorageContext) => path.join(folderOf(where), 'uses.json')

/** The scopes that hold anything. */
export function scopesIn(where: StorageContext): string[] {
  return vaultsIn(folderOf(where)).sort()
}

/** Whether any repository has secrets that an identity must have sealed. */
export function hasSealed({ home }: Pick<Call, 'home'>): boolean {
  const root = path.join(home.dir, 'secrets')
  if (!fs.existsSync(root)) return false
  const folders = fs.readdirSync(root, { withFileTypes: true }).filter(entry => entry.isDirectory())
  return folders.some(({ name }) => vaultsIn(path.join(root, name)).length > 0)
}

function vaultsIn(folder: string): string[] {
  if (!fs.existsSync(folder)) return []
  const names = fs.readdirSync(folder).filter(name => name.endsWith('.age') && !name.startsWith('.'))
  return names.map(name => name.slice(0, -'.age'.length))
}
