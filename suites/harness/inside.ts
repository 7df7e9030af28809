import { type RequirementId, requirements } from '../../protocol/requirements/index.ts'
import { notApplicable } from './outcome.ts'

/** Ends the check of a clause that no foreign target shows, with the register's reason. */
export const insideOnly = (id: RequirementId): never => {
  const { inside } = requirements[id]
  return notApplicable(
    `${id} is ${inside?.reason ?? 'not seen over HTTP'} (${inside?.provenBy ?? 'no test is named'}).`,
  )
}
