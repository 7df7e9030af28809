import { certifiedRoles } from '../engine/settings/role.ts'
import type { Requirement } from '../protocol/requirements/index.ts'

/** Why a clause has no check: seen only from inside, or of a role that is not certified yet. Undefined where nothing excuses it. */
export const reasonWithoutChecks = ({ inside, roles }: Pick<Requirement, 'inside' | 'roles'>): string | undefined => {
  if (inside !== undefined)
    return `${inside.reason.replace(/\.?$/, '.')} Proven on the reference by ${inside.provenBy}.`
  if (roles.some(role => certifiedRoles.includes(role))) return undefined
  return `No check yet: this version certifies the ${certifiedRoles.join(', ')} role.`
}
