/** Keys to other machines and accounts. An agent that lives by one is given it: `agents.<name>.sees`. */
export const KEYS = `.ssh .aws .gnupg .kube .azure .config/gcloud .config/gh .netrc .git-credentials .docker/config.json
  .password-store .pypirc`.split(/\s+/)

/**
 * Downloads and results that compilers and package managers keep, where they check or compile them again. Not among them is
 * what is started from a cache as it lies there: tools of npx, corepack, pre-commit and the like, and what a shell reads.
 */
export const CACHES = `.npm/_cacache .npm/_logs .yarn/berry/cache .pnpm-store .local/share/pnpm/store .bun/install/cache
  .cargo/registry .cargo/git .gradle/caches .m2/repository .ivy2/cache .nuget/packages .composer/cache .pub-cache/hosted
  go/pkg .cache/go-build .cache/golangci-lint .cache/pip .cache/uv .cache/pypoetry/cache .cache/yarn .cache/pnpm
  .cache/node-gyp .cache/deno .cache/typescript .cache/composer .cache/ccache .cache/sccache .cache/mypy .cache/ruff
  .cache/bazel .cache/huggingface .ccache`.split(/\s+/)

/** Where every program may leave something. */
export const TEMPORARY = ['/tmp', '/var/tmp']

/** Sockets of the desktop and of the session's services. */
export const SESSIONS = '/run/user'

/** Sockets of programs that would run a command for whoever connects, outside of all walls. */
export const SERVICES = `/run/docker.sock /run/containerd /run/podman /run/dbus /run/systemd/private /run/screen
  /tmp/.X11-unix`.split(/\s+/)

/** The terminals that somebody has open in tmux. */
export const TERMINALS = /^tmux-\d+$/
