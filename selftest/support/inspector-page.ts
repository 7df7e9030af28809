import type { Page } from 'playwright-core'
import { inspectedGateway, payment, transfer } from '../../sandbox/inspector/fixture.test.support.ts'

/**
 * Opens the inspector of a gateway that refused one request and answered another. `refused` is the address of the first; `post`
 * sends more.
 */
export const openInspector = async (page: Page) => {
  const gateway = await inspectedGateway()
  page.once('close', () => void gateway.close())
  const { id } = await gateway.post('/payment/create?a=1', payment, '/payment/create')
  await gateway.post('/transfer/create', transfer)
  await page.goto(gateway.page)
  return { post: gateway.post, refused: `${gateway.page}/requests/${id}` }
}
