/*
 * Draws frames with ncurses and prints the number of bytes of each. Input: a line "columns rows", then frames: rows of
 * runs "sgr<TAB>text<US>", and after the last row a line "<ESC>x y" with the cursor position. Supports only the colors
 * 30 to 37 and the attributes 1, 2 and 7.
 */
#define _XOPEN_SOURCE_EXTENDED 1
#define _GNU_SOURCE
#include <locale.h>
#include <ncursesw/curses.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void style(const char *sgr)
{
	attr_t attributes = 0;
	short pair = 0;
	for (const char *at = sgr; at && *at; at = strchr(at, ';') ? strchr(at, ';') + 1 : NULL) {
		int code = atoi(at);
		if (code == 1) attributes |= A_BOLD;
		if (code == 2) attributes |= A_DIM;
		if (code == 7) attributes |= A_REVERSE;
		if (code >= 30 && code <= 37) pair = code - 29;
	}
	attr_set(attributes, pair, NULL);
}

int main(void)
{
	char size[32], *line = NULL;
	size_t space = 0;
	FILE *out = tmpfile();
	off_t before = 0;
	int row = 0;

	setlocale(LC_ALL, "");
	if (!out || getline(&line, &space, stdin) < 0) return 1;
	char *rows = strchr(line, ' ');
	if (!rows) return 1;
	snprintf(size, sizeof size, "%d", atoi(line));
	setenv("COLUMNS", size, 1);
	snprintf(size, sizeof size, "%d", atoi(rows));
	setenv("LINES", size, 1);
	if (!newterm(getenv("TERM"), out, stdin)) return 1;
	start_color();
	use_default_colors();
	for (short colour = 0; colour < 8; colour++) init_pair(colour + 1, colour, -1);
	idlok(stdscr, TRUE);
	erase();
	while (getline(&line, &space, stdin) >= 0) {
		line[strcspn(line, "\n")] = '\0';
		if (line[0] == '\033') {
			char *y = strchr(line, ' ');
			move(y ? atoi(y) : 0, atoi(line + 1));
			refresh();
			fflush(out);
			off_t after = lseek(fileno(out), 0, SEEK_CUR);
			printf("%ld\n", (long)(after - before));
			before = after;
			row = 0;
			erase();
			continue;
		}
		move(row++, 0);
		for (char *run = strtok(line, "\037"); run; run = strtok(NULL, "\037")) {
			char *text = strchr(run, '\t');
			if (!text) continue;
			*text = '\0';
			style(run);
			addstr(text + 1);
		}
	}
	endwin();
	return 0;
}
