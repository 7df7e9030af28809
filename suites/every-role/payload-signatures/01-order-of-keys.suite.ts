/**
 * SIG-01 · The canonical text does not depend on the order of the top-level keys on the wire: a signed payload with
 * them shuffled still verifies (nested keys: SIG-08).
 */

import fc from 'fast-check'
import { orderMembers, reverseMembers, rotateMembers } from '../../../protocol/json/spellings.ts'
import { onEveryPayloadType } from '../../support/payload-signatures/signed-payloads.ts'
import { acceptedIn, expectAcceptedAs } from './spellings.ts'

/** The position of each member. */
const anyOrder = fc.array(fc.nat(20), { minLength: 12, maxLength: 12 })

onEveryPayloadType('payload-signatures', (clause, type) => {
  const { name } = type

  clause('SIG-01', `${name} with its keys in the opposite order`, context =>
    expectAcceptedAs(context, type, payload => JSON.stringify(reverseMembers(payload))),
  )

  clause('SIG-01', `${name} with its keys rotated`, context =>
    expectAcceptedAs(context, type, payload => JSON.stringify(rotateMembers(payload))),
  )

  clause.property(
    'SIG-01',
    `${name} with its keys in any order`,
    acceptedIn(type, anyOrder, (payload, weights) => JSON.stringify(orderMembers(payload, weights))),
  )
})
