/**
 * A script that every page begins with: what a user opens in another window or tab opens in the one that there is, and what a page
 * opens by itself does not open. Nothing is printed.
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
  let isClicked = false
  // A message comes right after the click, before any timer of the page.
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => { isClicked = false }
  addEventListener('click', event => {
    isClicked = event.isTrusted
    port2.postMessage(0)
  }, true)
  window.open = address => {
    if (isClicked && address) location.assign(address)
    return null
  }
  window.print = () => undefined
})()`
