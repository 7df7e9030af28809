/**
 * A script that runs first in every page. Links to another window or tab open in the current one; pop-ups of the page itself
 * do not open. Printing is off, and no worker is shared. So is `beforeunload`: users confirm it anyway, and a browser closed at that moment may hang.
 */
export const inOneTab = `(() => {
  const named = target => target && !/^_(?:self|top|parent)$/i.test(target) && !document.querySelector('iframe[name="' + CSS.escape(target) + '"]')
  addEventListener('click', event => {
    const link = event.composedPath().find(node => node instanceof Element && node.matches('a[target], area[target]'))
    if (link && named(link.target)) link.target = '_self'
  }, true)
  addEventListener('submit', event => {
    if (named(event.target.target)) event.target.target = '_self'
    if (event.submitter && named(event.submitter.formTarget)) event.submitter.formTarget = '_self'
  }, true)
  // A user's action is the current event while it is handled, unlike a timer's call; within a shadow tree it is not exposed.
  const ofUsers = [MouseEvent, KeyboardEvent, SubmitEvent]
  let isClickedInShadow = false
  addEventListener('click', event => {
    isClickedInShadow = event.isTrusted && event.composedPath()[0].getRootNode() instanceof ShadowRoot
    setTimeout(() => { isClickedInShadow = false })
  }, true)
  window.open = address => {
    const isClicked = isClickedInShadow || (window.event?.isTrusted && ofUsers.some(type => window.event instanceof type))
    if (isClicked && address) location.assign(address)
    return null
  }
  // Of a worker that pages share, only the first one's requests are seen.
  const Shared = window.SharedWorker
  if (Shared) window.SharedWorker = class SharedWorker extends Shared {
    constructor(url, options) { super(url, { ...Object(options), name: String(Math.random()) }) }
  }
  window.print = () => undefined
  addEventListener('beforeunload', event => event.stopImmediatePropagation(), true)
})()`
