import type { OrderModel, OrdersModel } from '../../support/merchant/order-model.ts'

/** The orders of which the harness knows whether they are paid. */
export const knownOrders = ({ orders }: OrdersModel): OrderModel[] => orders.filter(({ isUnknown }) => !isUnknown)
