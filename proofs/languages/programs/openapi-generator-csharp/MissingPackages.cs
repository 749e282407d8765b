// Debian has Mono and an old Newtonsoft.Json, but no NuGet packages. These few types replace those that the generated code
// needs from NuGet: a naming that the code's own attributes override, and retries, which are off until a program sets a policy.
extern alias json;

namespace Newtonsoft.Json.Serialization {
  public class CamelCaseNamingStrategy {
    public bool OverrideSpecifiedNames { get; set; }
    public bool ProcessDictionaryKeys { get; set; }
  }

  public class DefaultContractResolver : json::Newtonsoft.Json.Serialization.DefaultContractResolver {
    public CamelCaseNamingStrategy NamingStrategy { get; set; }
  }
}

namespace Polly {
  using System;
  using System.Threading.Tasks;

  public enum OutcomeType { Successful, Failure }

  public class PolicyResult<T> {
    public OutcomeType Outcome { get; set; }
    public T Result { get; set; }
    public Exception FinalException { get; set; }
  }

  public interface ISyncPolicy<T> {
    PolicyResult<T> ExecuteAndCapture(Func<T> action);
  }

  public interface IAsyncPolicy<T> {
    Task<PolicyResult<T>> ExecuteAndCaptureAsync(Func<Task<T>> action);
  }
}
