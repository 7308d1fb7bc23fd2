CREATE TABLE `removed_photo_hashes` (
	`number` text NOT NULL,
	`place` integer NOT NULL,
	`band1` integer NOT NULL,
	`band2` integer NOT NULL,
	`band3` integer NOT NULL,
	`band4` integer NOT NULL,
	`gradient1` integer NOT NULL,
	`gradient2` integer NOT NULL,
	PRIMARY KEY(`number`, `place`),
	FOREIGN KEY (`number`) REFERENCES `removed_photos`(`number`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `removed_photo_hashes_band1` ON `removed_photo_hashes` (`band1`);--> statement-breakpoint
CREATE INDEX `removed_photo_hashes_band2` ON `removed_photo_hashes` (`band2`);--> statement-breakpoint
CREATE INDEX `removed_photo_hashes_band3` ON `removed_photo_hashes` (`band3`);--> statement-breakpoint
CREATE INDEX `removed_photo_hashes_band4` ON `removed_photo_hashes` (`band4`);--> statement-breakpoint
CREATE TABLE `removed_photos` (
	`number` text PRIMARY KEY NOT NULL,
	`reason` text NOT NULL,
	`removed_by` text NOT NULL,
	`removed_at` integer NOT NULL,
	`file` text,
	`due_at` integer,
	`tries` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `removed_photos_due` ON `removed_photos` (`due_at`);--> statement-breakpoint
CREATE INDEX `removed_photos_by_age` ON `removed_photos` (`removed_at`);--> statement-breakpoint
ALTER TABLE `images` ADD `is_nude_by_check` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `images` ADD `held_since` integer;--> statement-breakpoint
ALTER TABLE `images` ADD `check_due_at` integer;--> statement-breakpoint
ALTER TABLE `images` ADD `check_tries` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `images` ADD `accepted_by` text;--> statement-breakpoint
CREATE INDEX `images_held` ON `images` (`held_since`) WHERE held_since is not null;--> statement-breakpoint
CREATE INDEX `images_check_due` ON `images` (`check_due_at`) WHERE check_due_at is not null;