import type fc from 'fast-check'
import type { CheckContext, PropertyBody } from '../../../harness/context.ts'
import type { JsonObject } from '../../../protocol/json/json.ts'
import { sortAllMembers } from '../../../protocol/json/spellings.ts'
import type { PayloadType } from '../../support/payload-signatures/signed-payload.ts'
import { sendPayload, sendSortedControl, sign } from '../../support/payload-signatures/signed-payloads.ts'

type Write = (payload: JsonObject) => string

/** Fails the clause unless a signed payload is accepted in the given spelling. */
export const expectAcceptedAs = async (context: CheckContext, type: PayloadType, write: Write): Promise<void> => {
  await sendSortedControl(context, type)
  await expectWrittenAccepted(context, type, write)
}

const expectWrittenAccepted = async (context: CheckContext, type: PayloadType, write: Write): Promise<void> => {
  const signed = await sign(context, type, sortAllMembers(await type.create(context)) as JsonObject)
  await sendPayload(context, type, { ...signed, text: write(signed.payload) }).expectProcessed()
}

/** Returns the property that a payload is accepted in any spelling. */
export const acceptedIn =
  <T>(type: PayloadType, arbitrary: fc.Arbitrary<T>, write: (payload: JsonObject, spelling: T) => string) =>
  async (context: CheckContext): Promise<PropertyBody<T>> => {
    await sendSortedControl(context, type)
    return {
      arbitrary: () => arbitrary,
      runs: 6,
      test: (_, spelling) => expectWrittenAccepted(context, type, payload => write(payload, spelling)),
    }
  }
