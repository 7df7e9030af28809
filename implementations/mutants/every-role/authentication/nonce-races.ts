import { Refusal } from '../../../../protocol/errors.ts'
import { authenticationRules } from '../../../../reference/every-role/authentication/authenticate.ts'
import { nonceIsNew } from '../../../../reference/every-role/authentication/nonce.ts'
import type { AuthenticationRule, Claims } from '../../../../reference/every-role/contract.ts'
import { lookThenAct, replace } from '../../../support/changes.ts'
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

/** Looks up a nonce and stores it a moment later. */
const admitAfterLook = async (claims: Claims, memory: object): Promise<boolean> => {
  const isNew = await lookThenAct(!stored(memory).has(keyOf(claims)))
  stored(memory).add(keyOf(claims))
  return isNew
}

/** The same, but refuses a request with the same signature as one in progress, since it is a copy. */
const admitUnlessCopy = async (claims: Claims, memory: object): Promise<boolean> => {
  if (underWay(memory).has(claims.signature)) return false
  underWay(memory).add(claims.signature)
  return admitAfterLook(claims, memory)
}

/** The last request of each operation. */
const turns = new WeakMap<object, Map<string, Promise<boolean>>>()

/** Serializes the requests of each operation. */
const nonceIsNewInTurn: AuthenticationRule = async ({ operation, claims }, { nonces, profile }) => {
  const turnsOfAll = turns.get(nonces) ?? new Map<string, Promise<boolean>>()
  turns.set(nonces, turnsOfAll)
  const before = turnsOfAll.get(operation) ?? Promise.resolve(true)
  const turn = before.then(() => admitAfterLook(claims, nonces))
  turnsOfAll.set(operation, turn)
  return (await turn) ? undefined : new Refusal('NONCE_REUSED', profile.refusalStatus, 'The nonce was used before.')
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
      'A lock on the signature was added when clients repeated themselves; another request with the nonce has another signature.',
    policies: { admitNonce: admitUnlessCopy },
  },
  {
    name: 'nonces of each operation are stored sequentially',
    roles: authenticatedRoles,
    breaks: 'AUTH-15',
    kind: 'races',
    story: 'Each operation has its own lock, but all share one memory.',
    policies: { authenticationRules: replace(authenticationRules, nonceIsNew, nonceIsNewInTurn) },
  },
]
