import type { SubjectSource } from '../../workspace/trust/subjects.ts'
import { readGates } from './read-gates.ts'

export const gateSubjects: SubjectSource = async call => {
  const { subject } = readGates(call)
  return subject === undefined ? [] : [subject]
}
