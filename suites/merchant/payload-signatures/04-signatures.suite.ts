/**
 * SIG-04 · Every signature that the target makes (metadata config, signed order, proof, notification) is secp256k1
 * ECDSA over SHA-256 and verifies with its published key.
 */

import { defineSuite } from '../../../harness/clause.ts'
import { signAny } from '../../members/merchant-messages.ts'
import { unlessQuick } from '../../members/samples.ts'
import { longest, longText, longTexts } from '../../members/values/texts.ts'
import { retrieve, retrievedOrder } from '../../support/merchant/order-retrieval.ts'
import { addressesOf, minimalRequest, signedOrder } from '../../support/merchant/orders.ts'
import { expectMemberSigned } from '../../support/payload-signatures/emitted-signatures.ts'
import { expectDocumentsSigned } from '../../support/payload-signatures/signatures-of-run.ts'

const { clause } = defineSuite({ id: 'merchant-signatures', roles: ['merchant'], operations: ['orders.create'] })

clause(
  'SIG-04',
  'metadata config',
  async context => {
    const document = context.run.metadata.json
    expectMemberSigned(context, 'the metadata config', { document, name: 'config' })
  },
  { operations: ['metadata'] },
)

clause('SIG-04', 'signed order', async context => {
  for (const request of [context.orderRequestOf(), minimalRequest(context)]) {
    const document = await signedOrder(context, request)
    expectMemberSigned(context, 'the order', { document, name: 'order' })
  }
})

clause.property<string>('SIG-04', 'signed order with texts of any length', async control => {
  await signedOrder(control)
  return {
    arbitrary: () => longText(longest),
    examples: unlessQuick(control, longTexts),
    runs: 1,
    areIndependent: true,
    // SIG-06 tests texts of other scripts.
    test: async (context, text) => {
      for (const { signed } of await signAny(context, { reference: text, memo: text }))
        expectMemberSigned(context, 'the order', { document: signed, name: 'order' })
    },
  }
})

clause('SIG-04', 'order at its address', async context => {
  const signed = await signedOrder(context)
  const order = await retrievedOrder(context, signed)
  const document = { ...signed, order }
  expectMemberSigned(context, 'the order at its address', { document, name: 'order' })
})

clause('SIG-04', 'signature at the address of an order', async context => {
  const [address] = addressesOf(await signedOrder(context))
  const response = address === undefined ? undefined : await retrieve(context, address)
  // A bare order has no signature (ORDER-10).
  expectMemberSigned(context, 'the order at its address', { document: response?.json, name: 'order' })
})

const ofRun = defineSuite({ id: 'merchant-signatures-of-run', roles: ['merchant'], operations: ['orders.create'] })

ofRun.clause('SIG-04', 'orders', context => expectDocumentsSigned(context, 'order', 'order'), {
  last: true,
})
