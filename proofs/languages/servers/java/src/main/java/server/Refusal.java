package server;

/** A request that is refused, with the status and code of its problem. */
class Refusal extends RuntimeException {
  final int status;
  final String code;

  Refusal(int status, String code) {
    super(code);
    this.status = status;
    this.code = code;
  }
}
