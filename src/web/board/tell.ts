import { problemOf } from '../api/problem.ts'
import { toast } from '../parts/toast.ts'

export function tell(error: unknown): void {
  toast({ tone: 'rust', text: problemOf(error).message })
}
