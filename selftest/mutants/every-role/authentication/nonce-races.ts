import type { Claims } from '../../../../reference/every-role/contract.ts'
import { lookThenAct } from '../../../support/changes.ts'
import { authenticatedRoles, type SharedMutant } from '../shared-mutant.ts'

const perMemory = (): ((memory: object) => Set<string>) => {
  const own = new WeakMap<object, Set<string>>()
  return memory => {
    const seen = own.get(memory) ?? new Set<string>()
    own.set(memory, seen)
    return seen
  }
}

const stored = perMemory()
const underWay = perMemory()

const keyOf = ({ ocid, nonce }: Claims): string => `${ocid} ${nonce}`

/** Looks a nonce up, and stores it after a moment. */
const admitAfterLook = async (claims: Claims, memory: object): Promise<boolean> => {
  const isNew = await lookThenAct(!stored(memory).has(keyOf(claims)))
  stored(memory).add(keyOf(claims))
  return isNew
}

/** The same, but a request with the signature of one that is under way is a copy of it. */
const admitUnlessCopy = async (claims: Claims, memory: object): Promise<boolean> => {
  if (underWay(memory).has(claims.signature)) return false
  underWay(memory).add(claims.signature)
  return admitAfterLook(claims, memory)
}

/** Faults by which two requests with one nonce pass at the same moment (AUTH-15). */
export const nonceRaceMutants: readonly SharedMutant[] = [
  {
    name: 'a nonce is stored three milliseconds after it was looked up',
    roles: authenticatedRoles,
    breaks: 'AUTH-15',
    kind: 'races',
    story: 'GET, then SET, at a cache in the next rack.',
    policies: { admitNonce: admitAfterLook },
  },
  {
    name: 'of requests with one nonce only copies are kept apart',
    roles: authenticatedRoles,
    breaks: 'AUTH-15',
    kind: 'races',
    story:
      'A lock on the signature was added when clients repeated themselves; another request with the nonce has another one.',
    policies: { admitNonce: admitUnlessCopy },
  },
]
