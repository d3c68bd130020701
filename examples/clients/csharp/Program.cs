using System.Net.Http.Headers;
using System.Net.ServerSentEvents;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;
using Api = Plinth.Client;

var address = Environment.GetEnvironmentVariable("PLINTH_URL") ?? "http://localhost:8080";
var token = Environment.GetEnvironmentVariable("PLINTH_TOKEN");
using var http = new HttpClient(new LosesFirstAnswer()) { BaseAddress = new Uri(address) };
if (token is not null) http.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", token);
var client = new Api.PlinthClient(http);

// Keep the products in step with 500 rows: each is created, or replaced by its number.
string[] colors = ["red", "green", "blue", "black"];
var created = 0;
await Parallel.ForEachAsync(
    Enumerable.Range(1, 500),
    new ParallelOptions { MaxDegreeOfParallelism = 10 },
    async (number, _) =>
    {
        var row = new Api.ProductInput { Sku = $"lamp-{number:000}", Name = $"Lamp {number}", Color = colors[(number - 1) % 4] };
        var answer = await client.UpsertProductAsync(key: "sku", body: row);
        if (HeaderOf(answer.Headers, "Location") is not null) Interlocked.Increment(ref created);
    });
Console.WriteLine($"500 rows: {created} products created, {500 - created} replaced");

// Filter, and read all pages.
var filter = JsonConvert.SerializeObject(new { color = new { eq = "blue" }, sku = new { like = "lamp-" } });
var blue = new List<Api.ProductItem>();
var pages = 0;
string? cursor = null;
do
{
    var page = (await client.ListProductsAsync(_filter: filter, sort_by: "sku", limit: 50, cursor: cursor)).Result;
    blue.AddRange(page.Data);
    cursor = page.Has_more ? page.Cursor : null;
    pages += 1;
} while (cursor is not null);
Console.WriteLine($"{blue.Count} blue products on {pages} pages");

// Relate two of them, then read one with the other, and with labels. The nodes are of several types; `@type` says which.
var (first, second) = (blue[0].Id, blue[1].Id);
await client.UpdateProductAsync(id: first, body: new Api.ProductPatch { IsRelatedTo = [second] });
var read = (await client.GetProductAsync(id: first, include: "isRelatedTo", labels: true)).Result;
var products = read.Data.Graph
    .Select(node => JToken.FromObject(node))
    .Where(node => (string?)node["@type"] == "Product")
    .Select(node => node.ToObject<Api.ProductNode>()!)
    .ToList();
var label = JToken.FromObject(read.Labels![second])["label"];
Console.WriteLine($"{products[0].Name} is related to {products[1].Name}, labelled {label}");

// Change what was read, if nobody has changed it since; the second time somebody has.
var etag = HeaderOf((await client.GetProductAsync(id: first)).Headers, "ETag");
foreach (var material in new[] { "steel", "brass" })
{
    try
    {
        var change = await client.UpdateProductAsync(id: first, if_Match: etag, body: new Api.ProductPatch { Material = material });
        Console.WriteLine($"If-Match: {change.StatusCode} changed");
    }
    catch (Api.ApiException<Api.Problem> error)
    {
        Console.WriteLine($"If-Match: {error.StatusCode} {error.Result.Code}");
    }
}

// A problem says what is wrong, and where.
try
{
    await client.CreateProductAsync(body: new Api.ProductInput { Name = "Lamp", CountryOfOrigin = "pt" });
}
catch (Api.ApiException<Api.Problem> error)
{
    if (error.Result.Problems is { } problems)
        foreach (var problem in problems) Console.WriteLine($"{error.Result.Code}: {problem.Pointer}");
}

// Create a product although the answer to the first attempt is lost: with the same key it is created once.
var lastEvent = (await client.ListEventsAsync(limit: 1)).Result.Data.First();
var key = Guid.NewGuid().ToString();
var creation = await WithRetriesAsync(() =>
    client.CreateProductAsync(idempotency_Key: key, body: new Api.ProductInput { Name = "Lantern" }));
Console.WriteLine($"created once, replayed: {HeaderOf(creation.Headers, "Idempotency-Replayed")}");

// Follow events from the last one that is known: nothing is missed, and those before it can arrive again.
using var follow = new HttpRequestMessage(HttpMethod.Get, "api/events/stream");
follow.Headers.Add("Last-Event-ID", lastEvent.Id);
using var stream = await http.SendAsync(follow, HttpCompletionOption.ResponseHeadersRead);
stream.EnsureSuccessStatusCode();
await foreach (var message in SseParser.Create(await stream.Content.ReadAsStreamAsync()).EnumerateAsync())
{
    if (message.EventType != "message") continue;
    var found = JsonConvert.DeserializeObject<Api.Event>(message.Data)!;
    if (found.Subject != creation.Result.Id) continue;
    Console.WriteLine($"event: {found.Type}");
    break;
}

static string? HeaderOf(IReadOnlyDictionary<string, IEnumerable<string>> headers, string name) =>
    headers.FirstOrDefault(header => header.Key.Equals(name, StringComparison.OrdinalIgnoreCase)).Value?.FirstOrDefault();

static async Task<Answer> WithRetriesAsync<Answer>(Func<Task<Answer>> send)
{
    for (var attempt = 1; ; attempt++)
    {
        try
        {
            return await send();
        }
        catch (HttpRequestException) when (attempt < 3)
        {
            await Task.Delay(attempt * 200);
        }
    }
}
