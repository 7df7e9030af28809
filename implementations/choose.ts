import { Refusal } from '../protocol/errors.ts'
import type { Role } from '../protocol/operations.ts'
import type { Choose } from '../sandbox/on-request.ts'
import { faultsOf } from './faults.ts'
import { findFault, nearNames } from './find.ts'

/** The header by which a request names the fault to answer it with; other characters than ASCII are percent-encoded. */
const faultHeader = 'x-oc-fault'

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Makes requests to a role choose one of its faults by `faultHeader`; an unknown name is refused with similar ones. */
export const chooseFault = (role: Role): Choose => {
  const faults = faultsOf(role)
  return headers => {
    const given = headers[faultHeader]
    if (given === undefined) return undefined
    const name = decoded(String(given))
    const fault = findFault(name, faults)
    if (fault !== undefined) return { name: fault.name, changes: fault.changes }
    throw new Refusal('FAULT_NOT_KNOWN', 400, `The header ${faultHeader} does not name a fault of this role.`, {
      near: nearNames(name, faults),
    })
  }
}
