import type { Contract } from '../operation/contract.ts'
import type { Implementation } from '../workspace/call.ts'

type Contracts = Readonly<Record<string, Contract>>
type Load<T> = () => Promise<T>

export interface Domain<C extends Contracts = Contracts> {
  /** `contracts.ts` exports contracts and nothing else. */
  readonly contracts: Load<C>
  /** One implementation per contract, under the same name. */
  readonly operations: { readonly [Key in keyof C]: Load<Implementation<C[Key]>> }
}

export function domain<C extends Contracts>(contracts: Load<C>, operations: Domain<C>['operations']): Domain<C> {
  return { contracts, operations }
}
