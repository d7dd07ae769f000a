/** The diagnostics channel on which the launcher announces that it loads a script of the program. */
export const scriptChannel = 'rcondeck:script';
