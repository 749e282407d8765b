package main

import "example.com/server/payments"

func makeEvent(data payments.PaymentInvoice) payments.InvoiceEvent {
	return payments.InvoiceEvent{
		Type:      "invoice.paid",
		Timestamp: data.CreatedAt,
		Sequence:  1,
		Data:      data,
	}
}
