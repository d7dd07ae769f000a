export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** Returns a script that makes the shell call `rcondeck __complete`. */
export const completionScript = (shell: Shell): string => scripts[shell];

const scripts: Record<Shell, string> = {
	bash: `# bash completion for rcondeck: source <(rcondeck completion bash)
_rcondeck() {
	COMPREPLY=()
	local line kind=''
	while IFS= read -r line; do
		if [ -z "$kind" ]; then kind=$line; else COMPREPLY+=("$line"); fi
	done < <(rcondeck __complete bash "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null </dev/null)
	case "$kind:\${COMPREPLY[0]}" in
		files:*) compopt -o default ;;
	esac
}
complete -F _rcondeck rcondeck
`,
	zsh: `#compdef rcondeck
# zsh completion for rcondeck: source <(rcondeck completion zsh)
_rcondeck() {
	local -a lines offers
	lines=("\${(@f)$(rcondeck __complete zsh "\${(@Q)words[2,CURRENT]}" 2>/dev/null </dev/null)}")
	if [ "$lines[1]" = files ]; then _files; return; fi
	offers=("\${(@)lines[2,-1]}")
	_describe -V rcondeck offers
}
if [ "$funcstack[1]" = _rcondeck ]; then _rcondeck; else compdef _rcondeck rcondeck; fi
`,
	fish: `# fish completion for rcondeck: rcondeck completion fish | source
function __rcondeck_complete
	set -l tokens (commandline -opc)
	set -l lines (rcondeck __complete fish $tokens[2..] (commandline -ct) 2>/dev/null </dev/null)
	if test "$lines[1]" = files
		__fish_complete_path (commandline -ct)
	else if set -q lines[2]
		printf '%s\\n' $lines[2..]
	end
end
complete -c rcondeck -e
complete -c rcondeck -f -a '(__rcondeck_complete)'
`,
};
