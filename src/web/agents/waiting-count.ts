import { useRead } from '../api/query.ts'

/** How many answers agents wait for. */
export function useWaitingCount(): number {
  return useRead('agent.permissions', {}).data?.permissions.length ?? 0
}
