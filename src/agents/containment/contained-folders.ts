/**
 * Downloads and results that compilers and package managers keep, where they check or compile them again. Not among them is
 * what is started from a cache as it lies there: tools of npx, corepack, pre-commit and the like, and what a shell reads.
 */
export const CACHES = `.npm/_cacache .npm/_logs .yarn/berry/cache .pnpm-store .local/share/pnpm/store .bun/install/cache
  .cargo/registry .cargo/git .gradle/caches .m2/repository .ivy2/cache .nuget/packages .composer/cache .pub-cache/hosted
  go/pkg .cache/go-build .cache/golangci-lint .cache/pip .cache/uv .cache/pypoetry/cache .cache/yarn .cache/pnpm
  .cache/node-gyp .cache/deno .cache/typescript .cache/composer .cache/ccache .cache/sccache .cache/mypy .cache/ruff
  .cache/bazel .cache/huggingface/hub .cache/huggingface/datasets .ccache`.split(/\s+/)

/**
 * Installed compilers, runtimes and programs. Only folders in which their managers keep no login: `.cargo/bin` and not
 * `.cargo`, whose `credentials.toml` is one.
 */
export const TOOLCHAINS = `.nvm .fnm .local/share/fnm .volta .nodenv .n .npm-global .npm-packages .npm/_npx .bun/bin
  .bun/install/global .deno/bin .yarn/bin .config/yarn/global .local/share/pnpm .asdf .local/share/mise .mise .proto .pixi
  .pyenv .virtualenvs .local/share/virtualenvs .local/share/uv/python .local/share/uv/tools .local/pipx .local/share/pipx
  .cache/pypoetry/virtualenvs miniconda3 miniforge3 mambaforge anaconda3 .rbenv .rvm .gem/ruby .local/share/gem .rustup
  .cargo/bin .cargo/env go/bin .goenv .gvm sdk .sdkman .jenv .jabba .gradle/wrapper .gradle/jdks .gradle/native
  .dotnet/dotnet .dotnet/host .dotnet/shared .dotnet/sdk .dotnet/packs .dotnet/tools .juliaup .julia/juliaup
  .julia/packages .julia/artifacts .julia/compiled .julia/registries .ghcup .cabal/bin .cabal/packages .stack/programs
  .opam .elan .swiftly .composer/vendor .config/composer/vendor .pub-cache/bin flutter Android/Sdk .linuxbrew
  .nix-profile .local/state/nix/profiles .local/bin .local/lib .cache/node .cache/ms-playwright .cache/puppeteer
  .cache/Cypress .cache/electron .cache/prisma`.split(/\s+/)

/** Who the person is to git, which versions their runtimes are to have, and how they write. Never a login. */
export const IDENTITY = `.gitconfig .config/git/config .config/git/ignore .config/git/attributes .gitignore
  .gitignore_global .gitattributes .tool-versions .asdfrc .config/mise/config.toml .nvmrc .node-version .python-version
  .ruby-version .java-version .editorconfig .config/locale.conf .inputrc`.split(/\s+/)

/** Where every program may leave something, and where ssh-agent, tmux, X11 and editors have their sockets. */
export const TEMPORARY = ['/tmp', '/var/tmp']

/** Sockets, keys and states of the services that run on the machine, and of the person's session. */
export const SERVICES = '/run'

/** What looks up names of hosts and users, and the system itself where it is linked from there. */
export const NAME_SERVICES = `/etc/resolv.conf /run/systemd/resolve /run/systemd/userdb /run/nscd /run/resolvconf
  /run/NetworkManager/resolv.conf /run/NetworkManager/no-stub-resolv.conf /run/netconfig /run/current-system
  /run/booted-system /run/opengl-driver /run/opengl-driver-32 /var/lib/sss/pipes/nss`.split(/\s+/)

/** Folders that hold what many programs have there, logins among it: none of them is one program's own. */
export const SHARED_FOLDERS = ['.config', '.local', '.local/share', '.local/state', '.cache', '.config/git']
