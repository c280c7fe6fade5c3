/**
 * Explanations that Furrow has ever written into documents, by `guidanceKey`: files of 0.1 have them without a mark, and
 * marks get lost. A template that changes adds its new text here; what is here stays.
 */
export const KNOWN_GUIDANCE: ReadonlySet<string> = new Set(
  `
  5599519df001fbbf cdfe15cbba26be0e df43569d9caac9d1 611a5a71ae94a1cc 4fc2f7641d8f2241 c68f9e34d004d5b7
  125a907380cdec69 e00cfccdce37ded4 c79853f9a549d925 873f490a06e24f09 d1e92648fd60e7a1 f0e41f44f0cbf1b3
  b9c22405cf2e1626 59c2be532a733077 2aa4967028a9b263 8535879176602f9c 9539b86aee74f679 66875a3ab398eea0
  d7548db50bdf781a 85e4a038e9930910 6c725b1a0eac0b2d 4fa6edd1c937ad63 013265076a7c6b95 d64c72540d6f3beb
  3efadda6f7c6880a 3dcb9ee6a18b9dc9 872d4a75081c87e8 14d49c499babcbf6 f52a7bd24aabb4ca c9b30a26421551df
  a686bb6bd9d67e58 c85b55ba25a97a57 1b910a406fe27348 2aef9638bb4ec88e 0a5b530561554bcd 00246692205c2831
  458401da4a5d5b34 83dc94d5406df68c cd697ccbf2af376d f60d10a23081b669 3125ad8496fc5a3c 2edc85e7f8b07546
  215cf1c3a52f8c9c b1543452f4da6b0f 12b41ad413416b0f fac89b09a68e2c78 5fec900a80f53b98 8541a02676c121f8
  2cefd37f5512c269 8cee9fc6143c1cff 385f7b012754c3f5 a56d2e44100022ea 30f3616109bcd330 9f207f08eeef04a0
  4522144d5cdefee2 a4135961f9406dad 290ca1e5896d9f15 825e20c146da79eb cfcbf135df8118f0
  `
    .trim()
    .split(/\s+/),
)
