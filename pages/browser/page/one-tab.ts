/**
 * A script that every page begins with: what a user opens in another window or tab opens in the one that there is, and what a page
 * opens by itself does not open. Nothing is printed. No page asks whether to leave it: everybody says yes, and a browser that is closed
 * at that moment may hang.
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
  // What a user does is the current event while it is handled, which no timer of the page has; within a shadow tree it is not told.
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
  window.print = () => undefined
  addEventListener('beforeunload', event => event.stopImmediatePropagation(), true)
})()`
