import type { JobHandler } from '../workspace/worker-jobs.ts'
import type { PassageJob } from './find-passages.ts'
import { Engine } from './index/engine.ts'
import type { SearchAnswer } from './model.ts'
import { findIn } from './search/find-in.ts'

/** The index stays open for the next question. */
export const findInWorker: JobHandler<PassageJob, SearchAnswer> = ({ tree, question }, { keep, ...watching }) =>
  findIn(keep(`index ${tree.root}`, () => new Engine(tree)).adopt(tree), question, watching)
