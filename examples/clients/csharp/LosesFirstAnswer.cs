/// <summary>Loses the answer to the first request with an Idempotency-Key, as a broken connection does.</summary>
internal sealed class LosesFirstAnswer() : DelegatingHandler(new SocketsHttpHandler())
{
    private int _lost;

    protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        var response = await base.SendAsync(request, cancellationToken);
        if (!request.Headers.Contains("Idempotency-Key") || Interlocked.Exchange(ref _lost, 1) == 1) return response;
        response.Dispose();
        throw new HttpRequestException("the connection was lost");
    }
}
