/** What a shell evaluates once; it then asks `furrow __complete` with the words typed so far. */
export const SCRIPTS = {
  bash: `# furrow completion for bash:  eval "$(furrow completion bash)"
_furrow() {
  local value summary
  COMPREPLY=()
  while IFS=$'\\t' read -r value summary; do
    # Bash has split --flag=value and npm:test at the sign and replaces only what follows it.
    [[ \${COMP_WORDS[COMP_CWORD]} == '=' || \${COMP_WORDS[COMP_CWORD-1]} == '=' ]] && value=\${value#*=}
    [[ \${COMP_WORDS[COMP_CWORD]} == ':' || \${COMP_WORDS[COMP_CWORD-1]} == ':' ]] && value=\${value#*:}
    COMPREPLY+=("$value")
  done < <("\${COMP_WORDS[0]}" __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _furrow furrow
`,
  zsh: `#compdef furrow
# furrow completion for zsh:  eval "$(furrow completion zsh)"  after compinit
_furrow() {
  local value summary
  local -a found
  while IFS=$'\\t' read -r value summary; do
    found+=("\${value//:/\\\\:}:\${summary}")
  done < <("\${words[1]}" __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( \${#found} )); then _describe furrow found; else _files; fi
}
compdef _furrow furrow
`,
  fish: `# furrow completion for fish:  furrow completion fish | source
function __furrow_complete
  set -l before (commandline -opc)
  set -l current (commandline -ct)
  set -l program $before[1]
  set -e before[1]
  set -l found ($program __complete $before "$current" 2>/dev/null)
  if test (count $found) -gt 0
    printf '%s\\n' $found
  else
    __fish_complete_path $current
  end
end
complete -c furrow -f -a '(__furrow_complete)'
`,
} as const

export type ShellName = keyof typeof SCRIPTS
