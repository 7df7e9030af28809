/** Files of the reference that are not mutated, with the reason why no clause is about them. */
export const excluded: readonly { files: string; reason: string }[] = [
  { files: 'reference/**/*.test.ts', reason: 'unit tests' },
  { files: 'reference/**/*.test.support.ts', reason: 'stages of the unit tests' },
  {
    files: 'reference/service/html.ts',
    reason: 'how markup is written; that nothing foreign becomes markup is tried through the pages',
  },
  { files: 'reference/service/style.ts', reason: 'the style sheet of the pages' },
  { files: 'reference/gateway/hosted-page/markup.ts', reason: 'texts and markup of the hosted page' },
  { files: 'reference/kyc/consent/markup.ts', reason: 'texts and markup of the consent page' },
  { files: 'reference/kyc/consent/permissions.ts', reason: "a provider's own words for what is shared" },
  { files: 'reference/merchant/order/pages.ts', reason: 'texts and markup of the pages that a customer comes back to' },
  { files: 'reference/serve/free-port.ts', reason: 'operation: on which port a sandbox listens' },
  { files: 'reference/serve/key-file.ts', reason: 'operation: where a key is kept from one start to the next' },
  { files: 'reference/serve/state-file.ts', reason: 'operation: where state is kept from one start to the next' },
  {
    files: 'reference/service/provisioning.ts',
    reason: 'operation: what a role that is started without a provisioning has in its place',
  },
  {
    files: 'reference/service/refused-connection.ts',
    reason: 'what is no HTTP: a run sends none, so that nothing between it and a target is tried in its place',
  },
  {
    files: 'reference/serve/peers.ts',
    reason: 'operation: how roles that are started together are registered at one another',
  },
  { files: 'reference/serve/serve.ts', reason: 'operation: how the roles are started' },
]
