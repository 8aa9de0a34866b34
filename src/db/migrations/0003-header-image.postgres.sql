-- A site shows no image that is gone, also not behind its title.
create function forget_header_image() returns trigger language plpgsql as $$
  begin
    delete from setting where name = 'header_image' and value = old.id::text;
    return null;
  end
$$;

create trigger image_delete_header after delete on image for each row execute function forget_header_image();
