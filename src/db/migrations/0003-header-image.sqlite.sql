-- A site shows no image that is gone, also not behind its title.
create trigger image_delete_header after delete on image begin
  delete from setting where name = 'header_image' and value = cast(old.id as text);
end;
