/** Describes why a request got no response, in words for the person who can fix it. */
export function describeFailure(error: NodeJS.ErrnoException): string {
  switch (error.code) {
    case 'ECONNREFUSED':
      return 'the connection was refused: nothing listens there';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'the host name does not resolve';
    case 'ECONNRESET':
      return 'the connection was closed before a response came';
    case 'CERT_HAS_EXPIRED':
      return 'its certificate has expired';
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return 'its certificate is for another host name';
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return 'its certificate is signed by an authority that is not trusted here; if it should be, name a file with its certificate in NODE_EXTRA_CA_CERTS';
    case 'EPROTO':
      // OpenSSL's messages for bytes that are not TLS.
      if (/wrong version number|packet length too long/.test(error.message))
        return 'it does not speak TLS: http instead of https?';
      return `no TLS connection could be agreed on (${error.message.trim()})`;
    default:
      if (error.code?.startsWith('HPE_')) return `what came back is no HTTP response (${error.message})`;
      return error.message || error.code || 'the connection failed';
  }
}
