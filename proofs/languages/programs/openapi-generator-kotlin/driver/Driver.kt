// Drives the client that openapi-generator generates: reads one JSON command per line and writes one JSON reply per line.
import com.squareup.moshi.Moshi
import com.standardwebhooks.Webhook
import java.math.BigDecimal
import org.openapitools.client.apis.PaymentsApi
import org.openapitools.client.infrastructure.ApiClient
import org.openapitools.client.infrastructure.ClientError
import org.openapitools.client.infrastructure.ClientException
import org.openapitools.client.infrastructure.Serializer
import org.openapitools.client.infrastructure.ServerError
import org.openapitools.client.infrastructure.ServerException
import org.openapitools.client.models.*

typealias Fields = Map<String, Any?>

val orders = Moshi.Builder().build().adapter(Any::class.java).serializeNulls()

fun main() {
  for (line in generateSequence(::readLine)) {
    @Suppress("UNCHECKED_CAST") println(orders.toJson(carryOut(orders.fromJson(line) as Fields)))
    System.out.flush()
  }
}

fun carryOut(order: Fields): Fields = try {
  if (order["op"] == "event") mapOf("event" to readEvent(order)) else mapOf("invoice" to write(call(order)))
} catch (error: ClientException) {
  refused(error.statusCode, (error.response as? ClientError<*>)?.body)
} catch (error: ServerException) {
  refused(error.statusCode, (error.response as? ServerError<*>)?.body)
} catch (error: Exception) {
  mapOf("failure" to mapOf("status" to null, "kind" to error.javaClass.simpleName, "message" to error.message))
}

// The client returns the body of a refusal as text, which the generated model can parse.
fun refused(status: Int, body: Any?): Fields = try {
  val problem = Serializer.moshi.adapter(Problem::class.java).fromJson(body as String)!!
  mapOf("problem" to mapOf("status" to status, "code" to problem.code, "items" to problem.errors.orEmpty().map { it.code }))
} catch (noProblem: Exception) {
  mapOf("failure" to mapOf("status" to status, "kind" to "no problem"))
}

@Suppress("UNCHECKED_CAST")
fun call(order: Fields): PaymentInvoice {
  val body = order["body"] as Fields
  ApiClient.accessToken = order["token"] as String
  val api = PaymentsApi(order["url"] as String)
  return when (order["op"]) {
    "create" -> api.createPayment(
      CreatePaymentRequest(
        cashTag = body["cashTag"] as String,
        amount = (body["amount"] as String).toDouble(),
        isWhiteLabel = body["isWhiteLabel"] as Boolean?,
        callbackUrl = body["callbackUrl"] as String?,
        returnUrl = body["returnUrl"] as String?,
      ),
      order["key"] as String?,
    )
    "fetch" -> api.fetchPayment(FetchPaymentRequest(body["invoiceId"] as String))
    else -> api.submitReceipt(SubmitReceiptRequest(body["invoiceId"] as String, body["webReceipt"] as String))
  }
}

@Suppress("UNCHECKED_CAST")
fun readEvent(order: Fields): Fields {
  val headers = (order["headers"] as Map<String, String>).mapValues { listOf(it.value) }
  val payload = order["payload"] as String
  Webhook(order["secret"] as String).verify(payload, headers)
  val event = Serializer.moshi.adapter(InvoiceEvent::class.java).fromJson(payload)!!
  return mapOf("type" to event.type, "sequence" to event.sequence, "invoice" to write(event.`data`))
}

fun write(invoice: PaymentInvoice): Fields = mapOf(
  "id" to invoice.id, "paymentUrl" to invoice.paymentUrl, "cashTag" to invoice.cashTag, "note" to invoice.note,
  "amount" to BigDecimal.valueOf(invoice.amount).toPlainString(), "isWhiteLabel" to invoice.isWhiteLabel,
  "receiptId" to invoice.receiptId, "paidAmount" to invoice.paidAmount?.let { BigDecimal.valueOf(it).toPlainString() },
  "status" to invoice.status.value, "returnUrl" to invoice.returnUrl,
  "expiresAt" to invoice.expiresAt.toInstant().toEpochMilli(), "createdAt" to invoice.createdAt.toInstant().toEpochMilli(),
)
