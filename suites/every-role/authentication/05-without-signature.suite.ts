/** AUTH-05 · A request without X-OC-Signature is refused and has no effect. */

import { withHeader } from '../../../harness/http/faults.ts'
import {
  expectRefusedWithoutEffect,
  onEveryOperation,
  sendControl,
} from '../../support/authentication/authenticated-operations.ts'
import { expectRefusedWithout } from './missing-header.ts'

onEveryOperation('authentication', (clause, operation) => {
  const { name } = operation

  clause('AUTH-05', `${name} without X-OC-Signature`, context =>
    expectRefusedWithout(context, operation, 'X-OC-Signature'),
  )

  clause('AUTH-05', `${name} with an empty X-OC-Signature`, async context => {
    await sendControl(context, operation)
    await expectRefusedWithoutEffect(context, { operation, tamper: withHeader('X-OC-Signature', '') })
  })
})
