/** A payment that the suite asks for. */
export interface PaymentRequest {
  /** The invoice as create answered it. */
  invoice: Record<string, unknown>;
  /** Major units. */
  amount: number;
  outcome: 'completed' | 'failed' | 'pending';
}

/** What a black box cannot know, given by the team that runs the deployment. Every member is optional. */
export interface Adapter {
  /** Makes a payment happen and gives its web receipt, or null where this deployment cannot produce it. */
  pay?(request: PaymentRequest, deployment: { baseUrl: string; token: string }): Promise<string | null>;
  /** Moves the deployment's clock forward, where it has one that can be moved. */
  advanceTime?(seconds: number, deployment: { baseUrl: string; token: string }): Promise<void>;
}
