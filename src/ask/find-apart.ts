import type { Work } from '../workspace/apart.ts'
import type { Finding } from './find.ts'
import { Engine } from './index/engine.ts'
import type { Found } from './model.ts'
import { findIn } from './search/find-in.ts'

/** The index stays open for the next question. */
export const findApart: Work<Finding, Found> = ({ tree, question }, { keep, ...watching }) =>
  findIn(keep(`index ${tree.root}`, () => new Engine(tree)).adopt(tree), question, watching)
