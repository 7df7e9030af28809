/** AUTH-02 · A request without X-OC-ID is refused and has no effect. */

import { onEveryOperation } from '../../support/authentication/authenticated-operations.ts'
import { expectRefusedWithout } from './missing-header.ts'

onEveryOperation('authentication', (clause, operation) =>
  clause('AUTH-02', `${operation.name} without X-OC-ID`, context =>
    expectRefusedWithout(context, operation, 'X-OC-ID'),
  ),
)
