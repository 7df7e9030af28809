import { type RequirementId, requirements } from '../protocol/requirements/index.ts'
import { notApplicable } from './outcome.ts'

/** Ends the check of a clause that cannot be observed over HTTP, with the register's reason. */
export const endNotObservable = (id: RequirementId): never => {
  const { notObservable } = requirements[id]
  return notApplicable(
    `${id} is ${notObservable?.reason ?? 'not observable over HTTP'} (${notObservable?.provenBy ?? 'no test is named'}).`,
  )
}
