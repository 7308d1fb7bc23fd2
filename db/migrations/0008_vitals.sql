CREATE TABLE `vitals` (
	`day` text NOT NULL,
	`page` text NOT NULL,
	`vital` text NOT NULL,
	`device` text NOT NULL,
	`source` text NOT NULL,
	`up_to` real NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`day`, `page`, `vital`, `device`, `source`, `up_to`)
);
