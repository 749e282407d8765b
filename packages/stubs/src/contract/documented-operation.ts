/** An operation with the responses that the contract documents, dereferenced. */
export interface DocumentedOperation {
  operationId: string;
  responses: Readonly<Record<string, DocumentedResponse>>;
}

export interface DocumentedResponse {
  content?: Readonly<Record<string, { schema?: object; examples?: object }>>;
  headers?: Readonly<Record<string, { required?: boolean; schema?: object }>>;
}
